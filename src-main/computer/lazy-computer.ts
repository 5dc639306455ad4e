import type { BrowserWindow } from 'electron'
import type { Log } from '../log.ts'
import { openLazily } from '../open-lazily.ts'

export const lazyComputer = (window: BrowserWindow, log: Log) =>
  openLazily(async () => (await import('./open-computer.ts')).openComputer(window, log))
