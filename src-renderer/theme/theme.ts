import { createTheme } from '@mantine/core'

/** What Mantine's components cannot learn from the style sheet (mantine.css and the tokens hold the colours and measures). */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  primaryShade: 6,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
})
