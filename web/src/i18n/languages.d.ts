declare module 'virtual:languages' {
  type Loaders = Record<string, () => Promise<{ default: import('./messages').Catalogue }>>;
  const languages: Loaders;
  export default languages;
  /** What pages to learn from say. */
  export const learning: Loaders;
}
