import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'

export type Loaded<Value> =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: PageFailure }
  | { readonly at: 'there'; readonly value: Value }

export interface Load<Value> {
  readonly state: Loaded<Value>
  /** Requests it again; the current value stays until the answer arrives. */
  readonly again: () => void
}

/**
 * Requests a value when the page is shown, and again when its subject changes; drops answers to older requests.
 *
 * @param about identifies the request
 */
export function useLoad<Value>(ask: () => Promise<Result<Value, PageFailure>>, about: string): Load<Value> {
  const [state, setState] = useState<Loaded<Value> & { readonly about: string }>({ at: 'loading', about })
  const latest = useRef(0)
  const asking = useRef(ask)
  asking.current = ask
  const again = useCallback(() => {
    latest.current += 1
    const own = latest.current
    void asking.current().then((answer) => {
      if (own !== latest.current) return
      setState(
        answer.ok
          ? { at: 'there', value: answer.value, about }
          : { at: 'failed', failure: answer.error, about },
      )
    })
  }, [about])
  useEffect(() => {
    again()
    return () => {
      latest.current += 1
    }
  }, [again])
  return { state: state.about === about ? state : { at: 'loading' }, again }
}
