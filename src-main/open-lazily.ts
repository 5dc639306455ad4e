/** Something that is opened when it is first asked for, by one attempt however many ask meanwhile. */
export interface Lazy<Inputs extends readonly unknown[], Value> {
  /** A failed attempt is not kept: whoever asks next begins another. */
  open(...inputs: Inputs): Promise<Value>
  /** What is open, after an attempt that is under way has ended; null when nothing is. */
  settled(): Promise<Value | null>
  /** The same, and from now on nothing is opened: what closes it would have gone by. */
  end(): Promise<Value | null>
}

export function openLazily<Inputs extends readonly unknown[], Value>(
  open: (...inputs: Inputs) => Promise<Value>,
): Lazy<Inputs, Value> {
  let attempt: Promise<Value> | null = null
  let hasEnded = false
  const settled = async () => attempt?.catch(() => null) ?? null
  return {
    open(...inputs) {
      if (hasEnded && attempt === null) return Promise.reject(new Error('it is not opened any more'))
      attempt ??= open(...inputs).catch((error: unknown) => {
        attempt = null
        throw error
      })
      return attempt
    },
    settled,
    end() {
      hasEnded = true
      return settled()
    },
  }
}
