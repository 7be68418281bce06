/** Quick pairing: a seat at an open table of a game with the usual settings, or a table of one's own. */
import { api } from '../../api/client';
import type { ListedMatch } from '../../api/schemas';
import { say } from '../../i18n/messages';
import { games } from '../../state/games.svelte';
import { invites } from '../../state/invites';
import { session } from '../../state/session.svelte';
import { commitments, setUp } from '../fairness/commit-reveal';
import { emptyForm, wishOf } from '../setup/setup';

/** Sit down at an open table of a game, or open one; gives the match. */
export async function findTable(id: string, open: readonly ListedMatch[]): Promise<string> {
  const game = games.shelf.games.find((known) => known.id === id);
  if (!game) throw new Error(id);
  const isUsual = ({ settings }: ListedMatch) => !Object.keys(settings.options).length;
  for (const { match } of open.filter((each) => each.game === id && isUsual(each))) {
    try {
      const { table } = await api.match(match);
      const part = commitments.contribute('', table.match);
      await api.command(match, { kind: 'join', name: session.user?.name || say('page.invite.guest'), part });
      return match;
    } catch {
      // Somebody else was faster, or it is one's own table.
    }
  }
  const { match, invite } = await setUp(wishOf(game, { ...emptyForm(game, games.shelf.levels), way: 'public' }));
  invites.add(match, invite);
  return match;
}
