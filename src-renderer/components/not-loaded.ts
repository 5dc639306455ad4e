import { create } from 'zustand'

/**
 * Code or texts that the page loads on demand failed to load. Chromium remembers the failure until the page is
 * reloaded, so only a reload gets them.
 */
export class NotLoaded extends Error {}

/** A failed load outside rendering; the screen's error boundary shows it too. */
export const useNotLoaded = create<{ readonly error: NotLoaded | null }>()(() => ({ error: null }))

/** Loads code. @throws NotLoaded */
export async function loadCode<Code>(code: () => Promise<Code>): Promise<Code> {
  try {
    return await code()
  } catch (error) {
    throw new NotLoaded('a part of the page could not be loaded', { cause: error })
  }
}

/** For event handlers, which render nothing: runs `act` with the code, or shows that the code failed to load. */
export function withCode<Code>(code: Promise<Code>, act: (code: Code) => void): void {
  loadCode(() => code).then(act, (error: NotLoaded) => useNotLoaded.setState({ error }))
}
