import pytest
from tests.bot.world import World, buttons
from tests.bot.settled import nothing_false_stands
@pytest.mark.parametrize("where", ["dm","channel"])
@pytest.mark.asyncio
async def test_try(world: World, where):
    board = await world.begin("match")
    print("after accept", await nothing_false_stands(world))
    import random
    for n in range(60):
        moved=False
        for seat in (world.ada, world.ben):
            actor=seat
            if where=="dm":
                msgs=[m for m in seat.prompts]
                m=msgs[-1]
            else:
                hist=[m for m in world.channel.history(viewer=seat.member) if m.flags.ephemeral]
                if not hist:
                    await seat.click(world.message(board),"Your move"); hist=[m for m in world.channel.history(viewer=seat.member) if m.flags.ephemeral]
                m=hist[-1]
            labels=[b for b in buttons(m) if b.custom_id and b.custom_id.split(":")[2].isdigit() and not b.disabled]
            if labels:
                await seat.click(m, labels[-1].label)
                moved=True
                print(n, seat.name, labels[-1].label, await nothing_false_stands(world), len(world.ada.prompts), len(world.ben.prompts), len([x for x in world.channel.history(viewer=seat.member) if x.flags.ephemeral]))
                break
        if not moved: break
    print(n)
