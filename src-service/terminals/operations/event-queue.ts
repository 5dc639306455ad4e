/** A queue of values for one reader, in order of arrival. */
export interface Queue<Value> {
  push(value: Value): void
  /** Ends the queue; the reader still gets the values that wait. */
  finish(): void
  readonly events: AsyncIterable<Value>
}

/**
 * An explicit iterator, because a generator cannot return while it waits for its next value.
 * @param maximum number of values that may wait; the oldest are dropped.
 * @param onFinish called once, also when the reader leaves.
 */
export function createQueue<Value>(maximum: number, onFinish: () => void): Queue<Value> {
  const waiting: Value[] = []
  const readers: ((result: IteratorResult<Value, undefined>) => void)[] = []
  const done = { done: true, value: undefined } as const
  let over = false

  const finish = () => {
    if (over) return
    over = true
    for (const reader of readers.splice(0)) reader(done)
    onFinish()
  }
  const iterator: AsyncIterator<Value, undefined> = {
    next() {
      const value = waiting.shift()
      if (value !== undefined) return Promise.resolve({ done: false, value })
      if (over) return Promise.resolve(done)
      return new Promise((resolve) => readers.push(resolve))
    },
    return() {
      waiting.length = 0
      finish()
      return Promise.resolve(done)
    },
  }
  return {
    push(value) {
      if (over) return
      const reader = readers.shift()
      if (reader !== undefined) return reader({ done: false, value })
      waiting.push(value)
      if (waiting.length > maximum) waiting.shift()
    },
    finish,
    events: { [Symbol.asyncIterator]: () => iterator },
  }
}
