import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { loadCode } from './not-loaded.ts'

/** A component whose code comes later. */
export interface Late<Props extends object> {
  (props: Props): ReactNode
  /** Loads it before it is drawn; then it is drawn at once. */
  readonly load: () => Promise<void>
  /**
   * The component itself once it is there, null until then, and loads it where it is wanted. For whoever draws something else
   * meanwhile in the same place, so that this is not drawn anew.
   */
  readonly useLoaded: (wanted: boolean) => ComponentType<Props> | null
}

/**
 * A component whose code is loaded when it is first drawn. In place of React's lazy: what that suspends is shown 300 ms after
 * its fallback at the earliest, however soon the code is there. What could not be loaded once is asked for again, but Chromium
 * keeps that it failed for as long as the page stands.
 * @param Waiting what is drawn until then
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
          // Thrown while it draws, so that the screen's guard catches it.
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
