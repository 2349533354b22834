import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Dice } from '../fuzz/dice.ts'
import { car } from './people/car.ts'
import { compare } from './compare.ts'
import { signInDesk, workAtDesk } from './people/desk.ts'
import { customer, reservation } from './people/reservation.ts'
import { openPulse } from './pulse.ts'
import { openScene, type PixAt } from './scene.ts'
import { settle } from './settle.ts'
import { openStory, type Story } from './story.ts'
import { openTrouble } from './trouble.ts'
import type { World } from './people/visitor.ts'

type Size = {
  /** Cars come in so many seconds. */
  seconds: number
  cars: number
  reservations: number
  /** How often an instance is killed. */
  kills: number
  /** The share of the acquirer's calls that go wrong. */
  share: number
}

/** One run: `seed` decides who comes when and does what, what the acquirer does to whom, and who is killed. */
export async function stress(seed: number, size: Size, told: (line: string) => void): Promise<Story> {
  const story = openStory()
  const dice = new Dice(seed)
  const own = () => new Dice(dice.below(2 ** 31))
  const trouble = openTrouble(own(), story, size.share)
  const scene = await openScene(story, trouble, dice.pick<PixAt>(['bacen', 'cielo']))
  story.note(`Pix: at ${scene.pixAt}`)
  const pulse = openPulse(scene.running, scene.db)
  try {
    const world: World = { scene, story, paid: [], late: [], pulse }
    await readyLots(world)
    await load(world, own, size)
    await pulse.stop()
    story.note('calls that do nothing: the slowest, ms', pulse.slowestSince(0))
    const { openMs, lockedMs } = pulse.stoodSince(0)
    story.note('transactions: the longest that stood open, ms', openMs)
    story.note('transactions: the longest that waited for a lock, ms', lockedMs)
    told('everybody has gone; everything is let settle')
    trouble.end()
    await settle(world, own(), told)
    await compare(world)
    return story
  } finally {
    await pulse.stop()
    await scene.close()
  }
}

/** The two members of staff work in so many windows. */
const desksAtOnce = 4

async function load(world: World, own: () => Dice, size: Size): Promise<void> {
  const members = await signInDesk(world, own())
  const owners = await Promise.all(Array.from({ length: size.reservations }, () => customer(world, own())))
  let over = false
  const within = async (dice: Dice, work: () => Promise<void>) => {
    await wait(dice.below(size.seconds * 1_000))
    await work()
  }
  const people = [
    ...Array.from({ length: size.cars }, () => own()).map((dice) => within(dice, () => car(world, dice))),
    ...owners.map((owner) => {
      const dice = own()
      return within(dice, () => reservation(world, dice, owner))
    }),
  ]
  const desks = Array.from({ length: desksAtOnce }, () =>
    workAtDesk(world, own(), { members, isOver: () => over }),
  )
  const deaths = die(world, own(), size)
  await Promise.all(people)
  over = true
  await Promise.all([...desks, deaths])
}

/** One after the other, at any moment of its part of the run. */
async function die({ scene }: World, dice: Dice, { kills, seconds }: Size): Promise<void> {
  const partMs = (seconds * 1_000) / Math.max(1, kills)
  for (let n = 0; n < kills; n += 1) {
    const atMs = dice.below(partMs)
    const began = performance.now()
    await wait(atMs)
    await scene.killOne(dice)
    await wait(Math.max(0, partMs - (performance.now() - began)))
  }
}

/** Space for everybody, and a hold of R$ 50,00 of which R$ 15,00 are retained. */
async function readyLots({ scene: { db } }: World): Promise<void> {
  await sql`update lot set total_normal = 9000, total_reserves = 900`.execute(db)
  await sql`update setting set value = value || '{"valueCents": 5000, "minCents": 1500}' where key = 'reserve'`.execute(
    db,
  )
}
