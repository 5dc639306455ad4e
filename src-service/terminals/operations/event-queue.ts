/** Values that one reader takes in order, whenever they come. */
export interface Queue<Value> {
  push(value: Value): void
  /** No more values; the reader still gets those that wait. */
  finish(): void
  readonly events: AsyncIterable<Value>
}

/**
 * Written by hand, not as a generator: a generator that waits cannot be made to return before its next value comes.
 *
 * @param maximum values that may wait; the oldest go first.
 * @param onFinish called once, also when the reader left.
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
