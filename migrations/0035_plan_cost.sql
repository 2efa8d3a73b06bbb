UPDATE `monitor_shard` SET `version` = `version` + 1, `plan` = (
  SELECT json_group_array(json_set(p.value, '$.cost', coalesce((SELECT m.`cost` FROM `monitor` m WHERE m.`id` = p.value->>'$.id'), 1)))
  FROM json_each(`monitor_shard`.`plan`) p
) WHERE EXISTS (SELECT 1 FROM json_each(`monitor_shard`.`plan`) p WHERE p.value->>'$.cost' IS NULL);
