declare module 'virtual:languages' {
  const languages: Record<string, () => Promise<{ default: import('./messages').Catalogue }>>;
  export default languages;
}
