// A worker for Pokemon Showdown: random battles of generation 9, both sides by its own random player.
// Reads one request a line, as the workers in Python do; its folder is given as the first argument.

const path = require('path');
const readline = require('readline');

const { Runner } = require(path.join(process.argv[2], 'node_modules/pokemon-showdown/dist/sim/tools/runner'));

let number = 0;

async function run(seconds) {
	const began = process.cpuUsage();
	const spent = () => {
		const used = process.cpuUsage(began);
		return (used.user + used.system) / 1e6;
	};
	let battles = 0;
	while (battles === 0 || spent() < seconds) {
		number += 1;
		await new Runner({ format: 'gen9randombattle', prng: `${number},2,3,4`, error: true }).run();
		battles += 1;
	}
	return [battles, spent()];
}

async function main() {
	for await (const line of readline.createInterface({ input: process.stdin })) {
		const request = JSON.parse(line);
		try {
			console.log(JSON.stringify(await run(request.seconds)));
		} catch (error) {
			console.log(JSON.stringify({ error: String(error) }));
		}
	}
}

main();
