import { render } from 'preact'
import { chooseLanguage } from '../../src-shared/language.ts'
import { Page } from './page.tsx'
import { createUnderwriterApi } from './underwriter-api.ts'
import { readWords } from './words.ts'

const place = document.getElementById('page')
if (place === null) throw new Error('index.html has no #page')
const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language
const words = await readWords(language)
render(<Page words={words} createApi={createUnderwriterApi} />, place)
