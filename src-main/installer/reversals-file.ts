import { z } from 'zod'
import type { DataPaths } from '../paths.ts'
import { jsonFile } from '../settings/json-file.ts'

const intentsSchema = z.array(z.string()).readonly()

/** Intents of test sales whose money has not gone back yet, by account: none is asked of another account's service. */
export const reversalsFile = (paths: Pick<DataPaths, 'pendingReversals'>, accountId: string) =>
  jsonFile(paths.pendingReversals(accountId), intentsSchema, [], { keepsGood: true })
