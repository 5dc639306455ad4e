import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { loadCode } from './not-loaded.ts'

/** A component whose code is loaded late. */
export interface Late<Props extends object> {
  (props: Props): ReactNode
  /** Loads the code in advance, so that the component is drawn at once. */
  readonly load: () => Promise<void>
  /**
   * Returns the component, or null until it is loaded, and loads it if wanted. For callers that draw something else in
   * the same place meanwhile and want to avoid a redraw.
   */
  readonly useLoaded: (wanted: boolean) => ComponentType<Props> | null
}

/**
 * A component whose code is loaded when it is first drawn. Replaces React's lazy, which shows suspended content at the
 * earliest 300 ms after its fallback, however early the code is loaded. A failed load is tried again, but Chromium
 * remembers the failure until the page is reloaded.
 * @param Waiting drawn until the code is loaded
 */
export function late<Props extends object>(
  code: () => Promise<{ readonly default: ComponentType<Props> }>,
  Waiting?: ComponentType,
): Late<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    loaded ??= (await loadCode(code)).default
  }
  function useLoaded(wanted: boolean) {
    const [shown, show] = useState(() => loaded)
    useLayoutEffect(() => {
      if (!wanted || shown !== null) return
      load().then(
        () => show(() => loaded),
        (error: unknown) =>
          // Thrown during rendering, so that the screen's error boundary catches it.
          show(() => {
            throw error
          }),
      )
    }, [wanted, shown])
    return shown ?? loaded
  }
  function LateComponent(props: Props) {
    const Shown = useLoaded(true)
    if (Shown !== null) return <Shown {...props} />
    return Waiting === undefined ? null : <Waiting />
  }
  return Object.assign(LateComponent, { load, useLoaded })
}
