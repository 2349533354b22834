import { Fragment, useEffect, useState } from 'react'
import { termsContact, termsOpening, termsSections } from '#account/termsText.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { useBackTo } from '#kit/web/route/useBackTo.ts'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

/** The build prerenders only the beginning (docs/spec.md#terms). */
export default function TermsPage() {
  const [whole, setWhole] = useState(false)
  useEffect(() => setWhole(true), [])
  const { revised, scope } = termsOpening(useSettings())
  return (
    <Page title="Termos de Uso e Política de Privacidade" onBackClick={useBackTo()}>
      <Panel>
        <div className={`${css.text} stack ${css.terms}`}>
          <p className="soft">{revised}</p>
          <p>{scope}</p>
          {whole && <TermsSections />}
        </div>
      </Panel>
    </Page>
  )
}

export function TermsSections() {
  const { contactEmail } = useSettings()
  return (
    <>
      {termsSections.map(({ heading, items, text }) => (
        <Fragment key={heading}>
          <h2>{heading}</h2>
          {items && (
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          {text && <p>{text}</p>}
        </Fragment>
      ))}
      <h2>{termsContact.heading}</h2>
      <p>
        <span>{termsContact.text}</span> <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </>
  )
}
