import { Worker } from 'node:worker_threads'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import { err, type Result } from '../../../src-shared/result.ts'
import script from './signature-worker.ts?bundled'

/** What one picture may take. */
export interface DecodeLimits {
  readonly timeMs: number
  /** Of the thread's heap, MiB. What a picture unpacks to lies beside it, and is bounded by its size (signature.ts). */
  readonly memoryMb: number
}

const usual: DecodeLimits = { timeMs: 5_000, memoryMb: 64 }

/**
 * A terminal's signature as a PNG data URL, decoded in a thread of its own: a picture that was made to be slow or large
 * costs that thread, and never the counter.
 * @returns why it cannot be shown, when it cannot. Never rejects.
 */
export function decodeSignature(
  { data, gzipped }: Pick<Signature, 'data' | 'gzipped'>,
  { timeMs, memoryMb }: DecodeLimits = usual,
): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      eval: true,
      workerData: { data, gzipped },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    })
    const settle = (result: Result<string, string>) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const timer = setTimeout(() => settle(err(`it took more than ${timeMs} ms to read`)), timeMs)
    worker.once('message', settle)
    worker.once('error', (error) => settle(err(error.message)))
    worker.once('exit', () => settle(err('it was not read to its end')))
  })
}
