/** A value that is opened when first requested, by one attempt shared by all concurrent callers. */
export interface Lazy<Inputs extends readonly unknown[], Value> {
  /** A failed attempt is not kept: the next call begins another. */
  open(...inputs: Inputs): Promise<Value>
  /** The open value, after a pending attempt has ended; null when there is none. */
  settled(): Promise<Value | null>
  /** Like `settled`, and nothing is opened afterwards: the caller that closes the value would miss it. */
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
      if (hasEnded && attempt === null)
        return Promise.reject(new Error('it was closed and does not open again'))
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
