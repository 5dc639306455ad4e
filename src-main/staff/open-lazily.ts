/** Something that is opened when it is first asked for, by one attempt however many ask meanwhile. */
export interface Lazy<Inputs extends readonly unknown[], Value> {
  /** A failed attempt is not kept: whoever asks next begins another. */
  open(...inputs: Inputs): Promise<Value>
  /** What is open, after an attempt that is under way has ended; null when nothing is. */
  settled(): Promise<Value | null>
}

export function openLazily<Inputs extends readonly unknown[], Value>(
  open: (...inputs: Inputs) => Promise<Value>,
): Lazy<Inputs, Value> {
  let attempt: Promise<Value> | null = null
  return {
    open(...inputs) {
      attempt ??= open(...inputs).catch((error: unknown) => {
        attempt = null
        throw error
      })
      return attempt
    },
    settled: async () => attempt?.catch(() => null) ?? null,
  }
}
