/** Files that the bundler inlines as text (scripts/build.mjs, vitest.config.ts). */
declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.html' {
  const text: string
  export default text
}

/** A program that the bundler inlines as text (scripts/lib/bundled-text.mjs). */
declare module '*?bundled' {
  const script: string
  export default script
}
