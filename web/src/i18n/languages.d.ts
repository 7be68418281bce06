declare module 'virtual:languages' {
  type Load = () => Promise<{ default: import('./messages').Catalogue }>;
  const languages: Record<string, { first: Load; rest: Load }>;
  export default languages;
}
