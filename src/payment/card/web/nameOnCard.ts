import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { searchable } from '#kit/brazil.ts'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { readDraft } from '#kit/web/state/draft.ts'
import { useSession } from '#session/web/session.ts'
import type { CardEntry } from './cardEntry.ts'

/** 'João da Conceição' -> 'JOAO DA CONCEICAO': a name as cards print it. */
export function printedName(name: string): string {
  return searchable(name).replace(/\s+/g, ' ').toUpperCase()
}

/** Most people pay with their own card: the name that they gave, or their account's, stands in the field until they change it. */
export function useNameOnCard({ getValues, setValue }: UseFormReturn<CardEntry>): void {
  const user = useSession()?.user
  useEffect(() => {
    const typed = readDraft('account')['name']
    const name = user?.name ?? (typeof typed === 'string' ? typed : '')
    if (getValues('cardHolderName') !== '') return
    setValue('cardHolderName', printedName(name))
    selectFilledText(['cardHolderName'])
  }, [user, getValues, setValue])
}
