import { create } from 'zustand'

/**
 * Code or words that the page loads when it needs them did not come. Chromium keeps for as long as the page stands that
 * they failed, so that only a page that is loaded anew gets them.
 */
export class NotLoaded extends Error {}

/** What could not be loaded outside of any drawing: the screen's guard shows it all the same. */
export const useNotLoaded = create<{ readonly error: NotLoaded | null }>()(() => ({ error: null }))

/** Loads code. @throws NotLoaded */
export async function loadCode<Code>(code: () => Promise<Code>): Promise<Code> {
  try {
    return await code()
  } catch (error) {
    throw new NotLoaded('a part of the page could not be loaded', { cause: error })
  }
}

/** For event handlers, which draw nothing that could fail: runs with the code, and shows where it did not come. */
export function withCode<Code>(code: Promise<Code>, act: (code: Code) => void): void {
  loadCode(() => code).then(act, (error: NotLoaded) => useNotLoaded.setState({ error }))
}
