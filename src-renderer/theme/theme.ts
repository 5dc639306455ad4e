import { createTheme } from '@mantine/core'

/** Settings that Mantine cannot read from the style sheets (mantine.css and the tokens hold colours and sizes). */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  primaryShade: 6,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
  // The hint of a field is below it, as in our own fields.
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
})
