import type { BrowserWindow } from 'electron'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'

export const lazyComputer = (window: BrowserWindow, log: Log) =>
  openLazily(async () => (await import('./open-computer.ts')).openComputer(window, log))
