import { Worker } from 'node:worker_threads'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import { err, type Result } from '../../../src-shared/result.ts'
import script from './signature-worker.ts?bundled'

/** Limits for decoding one picture. */
export interface DecodeLimits {
  readonly timeMs: number
  /** Maximum heap of the thread, in MiB. The unpacked picture is outside of it; signature.ts limits its size. */
  readonly memoryMb: number
}

/** A slow or busy computer needs seconds to start the thread; a signature must not be missing for that. */
const usual: DecodeLimits = { timeMs: 30_000, memoryMb: 64 }

/**
 * Decodes a terminal's signature to a PNG data URL in a separate thread: a picture that was made to be slow or large
 * can cost that thread, but never the counter. Never rejects.
 * @returns or the reason why it cannot be shown
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
