import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keysOf, lookUp } from '#kit/text/lookUp.ts'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import type { SettingsForm } from './feeForm.ts'
import { type SectionId, sectionNames } from '../backoffice/sectionNames.ts'
import { sectionOf } from './sections.ts'

/** The sections that have an error. A refusal shows one of them and moves the focus to its first wrong field. */
export function useFailedSections(form: UseFormReturn<SettingsForm>, shown: SectionId) {
  const { errors, submitCount } = form.formState
  const failed: ReadonlySet<SectionId | undefined> = new Set(
    keysOf(errors).map((name) => lookUp(sectionOf, name)),
  )
  const changeQuery = useQueryChange()
  const isWaiting = useRef(false)
  const showRefused = useEffectEvent(() => {
    const first = failed.has(shown) ? shown : sectionNames.find(({ id }) => failed.has(id))?.id
    if (first === shown) focusWrongField()
    else if (first !== undefined) {
      isWaiting.current = true
      changeQuery({ section: first })
    }
  })
  useEffect(() => {
    if (submitCount > 0) showRefused()
  }, [submitCount])
  useEffect(() => {
    if (isWaiting.current) focusWrongField()
    isWaiting.current = false
  }, [shown])
  return failed
}

function focusWrongField(): void {
  document.querySelector<HTMLElement>('form :is([aria-invalid=true], [data-refused])')?.focus()
}
