import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { termsText } from '#account/termsText.ts'
import { defaultPageSettings } from './pageSettings.ts'
import { TermsSections } from './web/TermsPage.tsx'

it('the text whose hash a consent keeps is the text that the screen shows', () => {
  const shown = renderToStaticMarkup(<TermsSections />).replaceAll(/<[^>]+>/g, '')
  expect(shown.length).toBeGreaterThan(1_000)
  expect(termsText(defaultPageSettings).endsWith(shown)).toBe(true)
})

it.each(['operatorName', 'operatorCnpj', 'contactEmail'] as const)('the text names %s', (name) => {
  expect(termsText({ ...defaultPageSettings, [name]: 'outro' })).toContain('outro')
})
