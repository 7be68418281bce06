declare module 'virtual:languages' {
  const languages: Record<string, () => Promise<{ default: import('./text').Catalogue }>>;
  export default languages;
}
