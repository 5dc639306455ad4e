import { createContext, useContext } from 'react'
import { type TerminalWords, wordsIn } from '../words/terminal-words.ts'

/** The language of whoever stands before the terminal. */
export const WordsContext = createContext<TerminalWords>(wordsIn('en'))

export const useWords = (): TerminalWords => useContext(WordsContext)
