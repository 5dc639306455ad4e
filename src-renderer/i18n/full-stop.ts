import type { PostProcessorModule } from 'i18next'

/** What already ends a text that is put before a full stop serves as both: until 9:00 a.m., and from Harbor Inc. */
export const fullStop = {
  type: 'postProcessor',
  name: 'fullStop',
  process: (text: string) => text.replace(/(?<!\.)\.\.(?!\.)/g, '.'),
} as const satisfies PostProcessorModule
