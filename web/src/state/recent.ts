/** What was played last in this browser (local storage): the game, and the level of the computer. */
const KEY = 'fourfold.recent';

interface Recent {
  game: string;
  level: string;
}

export const recent = {
  read(): Recent {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Recent> | null;
      return { game: String(found?.game ?? ''), level: String(found?.level ?? '') };
    } catch {
      return { game: '', level: '' };
    }
  },
  /** Keep the game, and the level where one was chosen. */
  keep(game: string, level = ''): void {
    localStorage.setItem(KEY, JSON.stringify({ game, level: level || recent.read().level }));
  },
};
