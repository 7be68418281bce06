declare module 'virtual:languages' {
  type Loaders = Record<string, () => Promise<{ default: import('./messages').Catalogue }>>;
  const languages: Loaders;
  export default languages;
  /** Messages of lessons and advice. */
  export const learning: Loaders;
}
