import { maskitoTransform } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { LiveRegion } from '../notice/LiveRegion.tsx'
import { Field, type FieldProps } from './Field.tsx'
import css from './MaskedField.module.css'
import { maskAccepts, masks, type Mask, type MaskRule } from './masks.ts'

type Props = Omit<FieldProps, 'maxLength' | 'type' | 'labelEnd'> & { mask: Mask }

/** `maskText('cpf', '52998224725')` -> '529.982.247-25'. */
export function maskText(mask: Mask, value: string): string {
  return maskitoTransform(value, ruleOf(mask).options)
}

function ruleOf(mask: Mask): MaskRule {
  return typeof mask === 'string' ? masks[mask] : mask
}

export function MaskedField({ mask, ref, defaultValue, ...field }: Props) {
  const rule = ruleOf(mask)
  const masked = useMaskito({ options: rule.options })
  const [refused, refuse] = useRefusedInput()
  // A new ref at a render must not take the mask off a field in which a text is being composed.
  const outer = useRef(ref)
  useLayoutEffect(() => void (outer.current = ref), [ref])
  const join = useCallback(
    (input: HTMLInputElement | null) => {
      masked(input)
      setRef(outer.current, input)
      if (!input) return
      // React's onBeforeInput does not fire when the mask refused the character.
      const judge = (event: InputEvent) => refuse(!maskAccepts(rule, event.data ?? ''))
      // Autofill comes without it, and this is before the mask.
      const judgeWhole = () => !maskAccepts(rule, input.value) && refuse(true)
      input.addEventListener('beforeinput', judge)
      input.addEventListener('input', judgeWhole)
      return () => {
        input.removeEventListener('beforeinput', judge)
        input.removeEventListener('input', judgeWhole)
        masked(null)
        setRef(outer.current, null)
      }
    },
    [masked, rule, refuse],
  )
  return (
    <Field
      inputMode={rule.inputMode}
      {...field}
      ref={join}
      defaultValue={typeof defaultValue === 'string' ? maskText(mask, defaultValue) : undefined}
      labelEnd={
        <LiveRegion as="span" className={css.note}>
          {refused && <span>{rule.refusalText}</span>}
        </LiveRegion>
      }
    />
  )
}

function setRef(ref: FieldProps['ref'], input: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(input)
  else if (ref) ref.current = input
}

const refusalShownMs = 6_000

function useRefusedInput(): [boolean, (refused: boolean) => void] {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timeout = setTimeout(() => setAt(0), refusalShownMs)
    return () => clearTimeout(timeout)
  }, [at])
  const refuse = useCallback((refused: boolean) => setAt(refused ? Date.now() : 0), [])
  return [at !== 0, refuse]
}
