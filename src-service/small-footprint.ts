import { setFlagsFromString } from 'node:v8'

/**
 * In the process beside the app (Electron gives it a `parentPort`) the space of young objects stays at its first size,
 * 1 MiB, instead of growing to eight times that at the start and keeping it. A service that serves a shop chain keeps
 * Node's own sizes, which suit a load. Imported before all else: the flag is read whenever the space would grow.
 */
if ('parentPort' in process) setFlagsFromString('--semi-space-growth-factor=1')
