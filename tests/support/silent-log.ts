import type { Log } from '../../src-service/log.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
