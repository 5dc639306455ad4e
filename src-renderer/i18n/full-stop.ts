import type { PostProcessorModule } from 'i18next'

/** Merges two full stops if a text put before a full stop already ends with one: until 9:00 a.m., from Harbor Inc. */
export const fullStop = {
  type: 'postProcessor',
  name: 'fullStop',
  process: (text: string) => text.replace(/(?<!\.)\.\.(?!\.)/g, '.'),
} as const satisfies PostProcessorModule
