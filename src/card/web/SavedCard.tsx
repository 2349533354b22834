import { brandName } from '#acquirer/brands.ts'
import { Item, ItemFace } from '#kit/web/list/Item.tsx'
import type { WireSavedCard } from '../contract.ts'
import { cardKindOf } from '../kinds.ts'

type Printed = Pick<WireSavedCard, 'brand' | 'card_last_digits' | 'payment_type'>

type Props = {
  card: Printed
  onChoose?: () => void
  onRemove: () => void
}

export function SavedCard({ card, onChoose, onRemove }: Props) {
  const name = `${brandName(card.brand)} final ${card.card_last_digits}`
  return (
    <Item
      {...faceOf(card)}
      name={name}
      removeTitle="Deletar Cartão"
      onChoose={onChoose}
      onRemove={onRemove}
    />
  )
}

export function CardFace({ card }: { card: Printed }) {
  return <ItemFace {...faceOf(card)} />
}

function faceOf({ brand, card_last_digits, payment_type }: Printed) {
  const note = `final ${card_last_digits} · ${cardKindOf(payment_type).text}`
  return { icon: 'card', title: brandName(brand), note } as const
}
