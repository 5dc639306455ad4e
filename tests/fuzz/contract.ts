import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { operationEntries } from '../../src-shared/api/operations.ts'
import type { JsonSchema } from './schema-values.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** An operation as docs/api/openapi.json describes it. */
export interface FuzzedOperation {
  /** For example `POST /payment_intents`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: JsonSchema | null
  readonly statuses: readonly number[]
  /** The schema of a 200 reply. */
  readonly reply: z.ZodType
  readonly stream: boolean
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

const document = JSON.parse(readFileSync(fromRoot('docs', 'api', 'openapi.json'), 'utf8')) as Document

/** Resolves a reference into the document. */
export function resolve({ $ref }: JsonSchema): JsonSchema {
  const keys = ($ref ?? '').replace('#/', '').split('/')
  const found = keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document)
  return found as JsonSchema
}

const rowOf = (method: string, path: string) => {
  const found = operationEntries.find(([, row]) => row.method === method && row.path === path)
  if (found === undefined) throw new Error(`${method} ${path} is in openapi.json and not in the table`)
  return found[1]
}

export const fuzzedOperations: readonly FuzzedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([lowerMethod, described]) => {
      const method = lowerMethod.toUpperCase()
      const row = rowOf(method, path)
      return {
        name: `${method} ${path}`,
        method,
        path,
        parameters: described.parameters ?? [],
        body: described.requestBody?.content['application/json']?.schema ?? null,
        statuses: Object.keys(described.responses).map(Number),
        reply: row.reply,
        stream: row.stream === true,
      }
    }),
)
