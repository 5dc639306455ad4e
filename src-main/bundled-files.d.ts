/** A program that the bundler inlines as the text of one script (scripts/lib/bundled-text.mjs). */
declare module '*?bundled' {
  const script: string
  export default script
}
