import type { PostProcessorModule } from 'i18next'

/** Spanish says "a la 1:05", but "a las 2:05": the article before a time depends on its hour. */
export const spanishHour = {
  type: 'postProcessor',
  name: 'spanishHour',
  process: (text: string) => text.replace(/\blas (?=1:\d\d)/g, 'la '),
} as const satisfies PostProcessorModule
