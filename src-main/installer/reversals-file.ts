import { z } from 'zod'
import type { DataPaths } from '../paths.ts'
import { jsonFile } from '../settings/json-file.ts'

const intentsSchema = z.array(z.string()).readonly()

/** Intents of test sales that are not reversed yet, by account: each is looked up only at its own account's service. */
export const reversalsFile = (paths: Pick<DataPaths, 'pendingReversals'>, accountId: string) =>
  jsonFile(paths.pendingReversals(accountId), intentsSchema, [], { keepsGood: true })
