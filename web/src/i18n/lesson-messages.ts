/** Messages of lessons and advice, loaded when first needed. */
import { learning } from 'virtual:languages';
import { addCatalogue, spoken } from './messages';

let loading: Promise<void> | null = null;

export function loadLearningWords(): Promise<void> {
  loading ??= learning[spoken()]!().then(
    ({ default: messages }) => addCatalogue(messages),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
