import type { App } from 'electron'
import { applyProfile } from './apply-profile.ts'

/** Runs `countertop --apply-profile FILE`, without a window. */
export const applyProfileHere = (
  app: Pick<App, 'getPath' | 'getLocale'>,
  file: string,
  managed: string,
  isOpen: boolean,
): Promise<0 | 1 | 2> =>
  applyProfile({
    ...{ file, managed, isOpen, folder: app.getPath('userData'), locale: app.getLocale() },
    print: (line) => void process.stdout.write(`${line}\n`),
  })
