import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'

/** A component whose code comes later. */
export interface Late<Props extends object> {
  (props: Props): ReactNode
  /** Loads it before it is drawn; then it is drawn at once. */
  readonly load: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first drawn. In place of React's lazy: what that suspends is shown 300 ms after
 * its fallback at the earliest, however soon the code is there; and what could not be loaded once is not tried again.
 * @param Waiting what is drawn until then
 */
export function late<Props extends object>(
  code: () => Promise<{ readonly default: ComponentType<Props> }>,
  Waiting?: ComponentType,
): Late<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    loaded ??= (await code()).default
  }
  function LateComponent(props: Props) {
    const [Shown, show] = useState(() => loaded)
    useLayoutEffect(() => {
      if (Shown !== null) return
      load().then(
        () => show(() => loaded),
        (error: unknown) =>
          // Thrown while it draws, so that the screen's guard catches it.
          show(() => {
            throw error
          }),
      )
    }, [Shown])
    if (Shown !== null) return <Shown {...props} />
    return Waiting === undefined ? null : <Waiting />
  }
  return Object.assign(LateComponent, { load })
}
