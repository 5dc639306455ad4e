import { createContext, useContext } from 'react'
import { type TerminalWords, wordsIn } from '../words/terminal-words.ts'

/** Texts in the cardholder's language. */
export const WordsContext = createContext<TerminalWords>(wordsIn('en'))

export const useWords = (): TerminalWords => useContext(WordsContext)
