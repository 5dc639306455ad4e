/** Files the bundler inlines as text (scripts/build.mjs, vitest.config.ts). */
declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.html' {
  const text: string
  export default text
}
