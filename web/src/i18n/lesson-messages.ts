/** Messages of lessons and advice, loaded when first needed. */
import { learning } from 'virtual:languages';
import { addCatalogue, currentLanguage } from './messages';

let loading: Promise<void> | null = null;

export function loadLessonMessages(): Promise<void> {
  loading ??= learning[currentLanguage()]!().then(
    ({ default: messages }) => addCatalogue(messages),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
