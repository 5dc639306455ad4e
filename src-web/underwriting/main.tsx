import { chooseLanguage } from '../../src-shared/language.ts'
import { openPagePlace } from '../components/page-place.ts'
import { Page } from './page.tsx'
import { createUnderwriterApi } from './underwriter-api.ts'
import { readWords } from './words.ts'

const draw = openPagePlace()
const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language
const words = await readWords(language)
draw(<Page words={words} createApi={createUnderwriterApi} />)
