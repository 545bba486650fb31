// chance.mjs - numbers that look random, and are the same for the same seed.
export function chance(seed) {
    let state = BigInt(seed) * 2654435761n + 88172645463325252n;
    const random = (n) => {
        state ^= (state << 13n) & 0xffffffffffffffffn;
        state ^= state >> 7n;
        state ^= (state << 17n) & 0xffffffffffffffffn;
        return Number((state >> 11n) % BigInt(n));
    };
    return { random, pick: (list) => list[random(list.length)] };
}
